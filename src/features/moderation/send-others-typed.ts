import { sentByServer } from '../../ui/sent-by-server.ts';

/** Fields that say what a form is about and whose it is, and those that are typed into. */
const SENT = ['postid', 'id', 'owner', 'reason', 'author', 'until'];

/**
 * Has each form of moderators send what is typed into the others of the page: the server keeps it too, and shows it on the page that
 * answers the one that was sent.
 */
export function sendOthersTyped(): void {
  document.addEventListener('formdata', ({ target, formData }) => {
    const forms = [...document.querySelectorAll<HTMLFormElement>('[data-plain]')].filter((form) => form.querySelector('[name="reason"]'));
    if (!forms.some((form) => form === target)) return;
    const others = forms.filter((form) => form !== target && fieldsOf(form).some((field) => field.value !== sentByServer(field)));
    if (others.length > 0) formData.set('others', JSON.stringify(others.map(typedIn)));
  });
}

/** Not read by `FormData`, which would raise the event that this is called in. */
const typedIn = (form: HTMLFormElement) => Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, value]));

const fieldsOf = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>('input, select, textarea')].filter(({ name }) =>
    SENT.includes(name),
  );
