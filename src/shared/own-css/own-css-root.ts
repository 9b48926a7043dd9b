/** The elements that own CSS reaches in the hosted page: its testimonials, and the first one, which is set large. */
export const ownCssRoot = ':is(#lanes,.lead)'

/** Marks of verification and reward, the text of a reward, and what holds a rewarded mark within its testimonial. */
export const outOfReach = ':not(:is([part=card],.lead) :has([part~=reward]),[part~=mark],[part~=mark] *,summary+div)'

/** No own rule matches a mark; these override what it would inherit, and nothing can be laid over it. */
function markCss(root: string): string {
	const set = (values: string) => `{${values.replaceAll(';', '!important;')}!important}`
	const sheet = 'color:light-dark(#6b645a,#a79f92);background:light-dark(#fff,#1f1c18)'
	const type = 'font:12px/18px ui-sans-serif,system-ui,sans-serif;letter-spacing:0;word-spacing:0;text-indent:0'
	const shown =
		'visibility:visible;-webkit-text-fill-color:currentcolor;-webkit-text-stroke:0;-webkit-text-security:none'
	return (
		`${root} :is([part~=mark],summary+div)${set(`${sheet};${type};${shown};z-index:2147483647`)}` +
		`${root} [part~=mark]${set('position:relative')}` +
		`${root} [part=card]:has([part~=reward])${set('overflow:visible;clip-path:none;mask:none;content-visibility:visible')}`
	)
}

/**
 * Keeps what own CSS moves inside of the wall, and its marks in sight. Important rules of a layer cannot be overridden by rules without one.
 * @param root its selector
 * @param margin px that may be drawn around it
 */
export function confinementCss(root: string, margin: number): string {
	return `${root}{isolation:isolate!important;contain:layout paint!important;overflow:clip!important;overflow-clip-margin:${margin}px!important}${markCss(root)}`
}
