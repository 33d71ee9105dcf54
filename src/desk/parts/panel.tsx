import { useState, type ReactNode } from 'react';

interface PanelProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A form that is opened when somebody wants it. What it shows is asked for then, and not before. */
export function Panel({ title, children }: PanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="panel" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}
