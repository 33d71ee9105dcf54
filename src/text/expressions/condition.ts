import * as z from 'zod';
import { findSyntaxError, maxExpressionLength } from './parse.ts';

/** A boolean expression over the visitor's claims that decides visibility. Syntax errors are rejected on write. */
export const Condition = z
  .string()
  .min(1)
  .max(maxExpressionLength, { abort: true })
  .superRefine((text, issues) => {
    const error = findSyntaxError(text);
    if (error) issues.addIssue({ code: 'custom', message: `must be an expression: ${error.message}` });
  });
