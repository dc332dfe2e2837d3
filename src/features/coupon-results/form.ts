import { couponResultCall } from './contracts/coupon-result.ts';
import type { Coupon } from './tried.ts';

/** The coupon that a form asks about. */
export function couponOf(form: HTMLFormElement): Coupon {
  const field = (name: string) => form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? '';
  return { about: field('about'), code: field('code') };
}

/** The form of a card's coupon, as `CouponResult.astro` renders that of a page's own; how it worked so far stands on the card. */
export function makeForm({ about, code }: Coupon): HTMLFormElement {
  const form = create('form', 'coupon-result', '');
  form.method = 'post';
  form.action = couponResultCall.address;
  form.dataset['coupon'] = '';
  for (const [name, value] of [
    ['about', about],
    ['code', code],
  ] as const) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  const question = create('p', 'coupon-result__question', `Did ${code} work?`);
  question.tabIndex = -1;
  const answers = create('div', 'coupon-result__answers', '');
  answers.role = 'group';
  answers.ariaLabel = question.textContent;
  answers.append(button('Yes', { name: 'worked', value: '1' }), button('No', { name: 'worked', value: '0' }));
  const later = button('Not now', { type: 'button' });
  later.classList.add('coupon-result__later');
  later.dataset['later'] = '';
  answers.append(later);
  const message = create('p', 'coupon-result__message', '');
  message.role = 'status';
  message.dataset['message'] = '';
  form.append(question, answers, message);
  return form;
}

function create<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text: string): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

const button = (text: string, attributes: Partial<Pick<HTMLButtonElement, 'name' | 'value' | 'type'>>): HTMLButtonElement =>
  Object.assign(create('button', 'button button--quiet', text), attributes);
