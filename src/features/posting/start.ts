import { keyed } from '../../lib/keyed.ts';
import { createElement } from '../../ui/create-element.ts';
import { requiredElement } from '../../ui/required-element.ts';
import { sentByServer } from '../../ui/sent-by-server.ts';
import { queuePopups } from '../accounts/popups/store.ts';
import { requireMember } from '../accounts/require-member.ts';
import { DO_LOG_IN, UNVERIFIED_EMAIL } from '../session/contracts/participation.ts';
import { fetchCheck, fetchPreview, sendPost } from './client.ts';
import type { Checked } from './contracts/check.ts';
import { POST_FIELDS, type PostField, type PostFields } from './contracts/fields.ts';
import { previewCall } from './contracts/preview.ts';
import { clearFields, clearFieldsOfOthers, keepFields, keptFields } from './kept-fields.ts';

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Fields whose change triggers a check. */
const CHECKED_FIELDS = ['url', 'title', 'price', 'store'];

/** Makes the form for a deal check it while it is typed, show a preview, and keep what is typed. */
export function startPostForm(): void {
  const space = requiredElement('[data-post-form]');
  const form = requiredElement<HTMLFormElement>('form', space);
  const { postForm: waiting = '', postAgain: again = '', postMember: member = '' } = space.dataset;
  const typed = { member, waiting: waiting || again };
  // The server's messages are shown instead of the browser's.
  form.noValidate = true;
  const input = (name: string) => requiredElement<Input>(`[name="${name}"]`, form);
  const fields = (): PostFields => keyed(POST_FIELDS, (name) => input(name).value);
  const sent = () => ({ ...fields(), key: input('key').value, waiting, again });
  clearFieldsOfOthers(typed.member);
  let draft = keyed(POST_FIELDS, (name) => sentByServer(input(name)));
  const keep = () => keepFields(typed, fields(), draft);
  const kept = keptFields(typed, draft);
  if (kept) for (const name of POST_FIELDS) input(name).value = kept[name];

  form.addEventListener('input', keep);
  let asked = 0;
  const fill = fillsBeside(input);
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof Element) || !CHECKED_FIELDS.includes(target.getAttribute('name') ?? '')) return;
    const mine = ++asked;
    void fetchCheck(fill.typed(fields())).then((answer) => {
      if (answer && !('error' in answer) && mine === asked) showChecked(answer, fill);
    });
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { submitter } = event;
    const isPreview = submitter instanceof HTMLButtonElement && submitter.value === previewCall.do;
    if (form.getAttribute('aria-busy') === 'true') return;
    keep();
    form.setAttribute('aria-busy', 'true');
    clearFaults(form);
    void (isPreview ? preview() : post()).finally(() => form.removeAttribute('aria-busy'));
  });

  async function preview(): Promise<void> {
    const previewed = fields();
    const answer = await fetchPreview(sent());
    const place = requiredElement('[data-post-preview]');
    // What was shown is not what was asked for now.
    if ('field' in answer) place.replaceChildren();
    if (!('shown' in answer)) return showRefused(form, answer);
    draft = previewed;
    keep();
    place.replaceChildren(...answer.shown);
    place.scrollIntoView({ block: 'start' });
  }

  async function post(): Promise<void> {
    const answer = await sendPost(sent());
    if (!('path' in answer) && !('waiting' in answer)) return showRefused(form, answer);
    clearFields(typed);
    location.assign('path' in answer ? answer.path : requiredElement<HTMLAnchorElement>('[data-own-posts]').href);
  }
}

interface Fills {
  /** The typed fields, without those that were filled in. */
  typed(shown: PostFields): PostFields;
  fill(name: PostField, value: string): void;
}

/** Fills in fields that nobody typed: a filled-in value may be replaced by the next one, a typed one stays. */
function fillsBeside(input: (name: string) => Input): Fills {
  const filled = new Map<PostField, string>();
  return {
    typed: (shown) => keyed(POST_FIELDS, (name) => (filled.get(name) === shown[name] ? '' : shown[name])),
    fill(name, value) {
      const field = input(name);
      if (field.value !== '' && field.value !== filled.get(name)) return;
      field.value = value;
      filled.set(name, value);
    },
  };
}

/** Shows what is known of the deal. */
function showChecked({ duplicates, storeName, category }: Checked, { fill }: Fills): void {
  // Empty where the store is unknown: that of an earlier address must not stay.
  fill('store', storeName ?? '');
  if (category !== undefined) fill('category', category);
  const place = requiredElement('[data-post-duplicates]');
  if (duplicates.length === 0) return place.replaceChildren();
  const items = duplicates.map(({ path, title, why }) =>
    createElement(
      'li',
      {},
      createElement('a', { href: path, target: '_blank', rel: 'noopener' }, title),
      ' ',
      createElement('span', {}, why),
    ),
  );
  place.replaceChildren(createElement('h2', {}, 'Posted already?'), createElement('ul', {}, ...items));
}

function clearFaults(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll('[data-post-field] [aria-invalid]')) {
    field.removeAttribute('aria-invalid');
    describeBy(field, (ids) => ids.filter((id) => id !== faultId(field)));
  }
  for (const fault of form.querySelectorAll('[data-post-field] .field__error')) fault.remove();
  requiredElement('[data-post-error]', form).hidden = true;
}

const faultId = (field: Element) => `${field.id}-error`;

function describeBy(field: Element, change: (ids: string[]) => string[]): void {
  const ids = change((field.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean));
  if (ids.length > 0) field.setAttribute('aria-describedby', ids.join(' '));
  else field.removeAttribute('aria-describedby');
}

function showRefused(form: HTMLFormElement, refused: { error: string } | { field: string; message: string }): void {
  if ('field' in refused) {
    const place = requiredElement(`[data-post-field="${refused.field}"]`, form);
    const field = requiredElement<Input>('[name]', place);
    place.append(createElement('p', { class: 'field__error', id: faultId(field), role: 'alert' }, refused.message));
    field.setAttribute('aria-invalid', 'true');
    describeBy(field, (ids) => [faultId(field), ...ids]);
    const folded = place.closest('details');
    if (folded) folded.open = true;
    field.focus();
    return;
  }
  if (refused.error === DO_LOG_IN) return requireMember({ kind: 'post' });
  if (refused.error === UNVERIFIED_EMAIL) return queuePopups(['drawer']);
  const place = requiredElement('[data-post-error]', form);
  place.textContent = refused.error;
  place.hidden = false;
}
