/** The state of a row in its source. `spam` is kept as spam; `spam_comment` is spam of a blog's comments, which is left out. */
export type ImportState = 'approved' | 'pending' | 'hidden' | 'spam' | 'spam_comment'
