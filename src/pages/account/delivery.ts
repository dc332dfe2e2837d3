import { deliveryForm } from '../../features/notifications/delivery-form.server.ts';

export const prerender = false;

export const ALL = deliveryForm;
