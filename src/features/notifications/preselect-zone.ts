/** Selects the browser's time zone where a member has none stored, and says that it counts once it is saved. */
export function preselectZone(): void {
  const section = document.querySelector('[data-zone-open]');
  const list = section?.querySelector<HTMLSelectElement>('[name=timezone]');
  const note = section?.querySelector<HTMLElement>('[data-zone-note]');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!list || !note || list.value === timeZone || ![...list.options].some(({ value }) => value === timeZone)) return;
  list.value = timeZone;
  note.hidden = false;
}
