/** CSS that was rewritten from a checked tree: it loads nothing and stays inside of its wall. Only `checkOwnCss` makes it. */
export type CheckedCss = string & { readonly __checked: true }
