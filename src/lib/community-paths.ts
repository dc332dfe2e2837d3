/** Where a comment is found, whatever page of the thread it is on. */
export const postPath = (postid: number) => `/forums/showpost.php?p=${postid}`;

/** A member's public page. */
export const memberPath = (userid: number) => `/forums/member.php?u=${userid}`;

/** The form for a deal, and the call that takes it. */
export const POST_DEAL = '/post';

/** What a member posted. */
export const OWN_POSTS = '/account/posts';
