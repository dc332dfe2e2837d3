/**
 * Attributes of a field of a form without script: one with an error has the focus (spec §8), and is read with its error and its help.
 * @param id of the field; its error (`FieldError.astro`) is `{id}-error`, and its help `{id}-help`
 */
export function describeField(id: string, error: string | undefined, hasHelp = false) {
  const describedBy = [error !== undefined && `${id}-error`, hasHelp && `${id}-help`].filter(Boolean).join(' ');
  return {
    ...(error !== undefined && ({ autofocus: true, 'aria-invalid': 'true' } as const)),
    ...(describedBy !== '' && { 'aria-describedby': describedBy }),
  };
}
