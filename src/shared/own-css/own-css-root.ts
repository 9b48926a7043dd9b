/** What own CSS reaches in the hosted page: its testimonials, and the first one, which is set large. */
export const ownCssRoot = ':is(#lanes,.lead)'

/**
 * Keeps what own CSS moves inside of the wall. Important rules of a layer cannot be overridden by rules without one.
 * @param root its selector
 * @param margin px that may be drawn around it
 */
export function confinementCss(root: string, margin: number): string {
	return `${root}{isolation:isolate!important;contain:layout paint!important;overflow:clip!important;overflow-clip-margin:${margin}px!important}`
}
