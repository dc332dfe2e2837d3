/** Where a comment is found, whatever page of the thread it is on. */
export const postPath = (postid: number) => `/forums/showpost.php?p=${postid}`;

/** A member's public page. */
export const memberPath = (userid: number) => `/forums/member.php?u=${userid}`;
