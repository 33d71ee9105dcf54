import { Order } from '../lib/list-order.ts';
import { enumOf } from './form-members.ts';

export const OrderEnum = enumOf(Order);
