import { createElement } from '../../ui/create-element.ts';
import { couponResultCall } from './contracts/coupon-result.ts';
import type { Coupon } from './tried-coupon.ts';

/** The coupon that a form asks about. */
export function couponOf(form: HTMLFormElement): Coupon {
  const field = (name: string) => form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? '';
  return { about: field('about'), code: field('code') };
}

/** The form for a card's coupon, like that of `CouponResult.astro` for the page's own, but without the evidence, which the card shows. */
export function makeForm({ about, code }: Coupon): HTMLFormElement {
  const asked = `Did ${code} work?`;
  return createElement(
    'form',
    { class: 'coupon-result', method: 'post', action: couponResultCall.address, 'data-coupon': '' },
    hidden('about', about),
    hidden('code', code),
    createElement('p', { class: 'coupon-result__question', tabindex: '-1' }, asked),
    createElement(
      'div',
      { class: 'coupon-result__answers', role: 'group', 'aria-label': asked },
      button('Yes', { name: 'worked', value: '1' }),
      button('No', { name: 'worked', value: '0' }),
      createElement('button', { class: 'button button--quiet coupon-result__later', type: 'button', 'data-later': '' }, 'Not now'),
    ),
    createElement('p', { class: 'coupon-result__message', role: 'status', 'data-message': '' }),
  );
}

const hidden = (name: string, value: string) => createElement('input', { type: 'hidden', name, value });
const button = (text: string, attributes: Record<string, string>) =>
  createElement('button', { class: 'button button--quiet', ...attributes }, text);
