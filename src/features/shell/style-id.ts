/** Ids of the theme cookie (spec §1). */
export const STYLE_ID = { light: 14, midnight: 17 } as const;
