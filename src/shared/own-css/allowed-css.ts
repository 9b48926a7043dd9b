/** Closed lists: what own CSS may use. Anything else is left out, with the reason. */

export const allowedAtRules: ReadonlySet<string> = new Set(['media', 'container', 'supports', 'keyframes', 'layer'])

/** Functions that compute a value and load nothing. */
export const allowedFunctions: ReadonlySet<string> = new Set(
	`calc min max clamp round mod rem abs sign sqrt pow hypot exp log sin cos tan asin acos atan atan2 var
	rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
	linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient
	translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d rotate rotatex rotatey rotatez rotate3d
	skew skewx skewy matrix matrix3d perspective blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
	cubic-bezier steps linear repeat minmax fit-content inset circle ellipse polygon xywh rect counter counters scroll view style`
		.split(/\s+/)
		.filter(Boolean),
)

/** Nodes of the tree that are rules, selectors and values as the standard has them. */
export const allowedNodes: ReadonlySet<string> = new Set(
	`StyleSheet Rule Atrule AtrulePrelude Block Declaration Value SelectorList Selector TypeSelector ClassSelector IdSelector
	AttributeSelector PseudoClassSelector PseudoElementSelector Combinator Identifier String Number Percentage Dimension Hash Function
	Operator Parentheses Brackets WhiteSpace Comment MediaQueryList MediaQuery Condition Feature FeatureRange FeatureFunction
	SupportsDeclaration Layer LayerList Nth AnPlusB Ratio`
		.split(/\s+/)
		.filter(Boolean),
)

export const allowedPositions: ReadonlySet<string> = new Set([
	'static',
	'relative',
	'absolute',
	'inherit',
	'initial',
	'unset',
	'revert',
	'revert-layer',
])

/** Selectors that name what is around a wall. */
export const outerSelectors: ReadonlySet<string> = new Set([
	'html',
	'body',
	'head',
	'plaudit-wall',
	':root',
	':host',
	':host-context',
	':scope',
	'::slotted',
	'::backdrop',
])

/** Properties that run or load code, or lift an element above the page. */
export const refusedProperties: Readonly<Record<string, string>> = {
	behavior: 'A wall runs no code.',
	'-moz-binding': 'A wall runs no code.',
	src: 'A wall loads nothing.',
	'view-transition-name': 'A wall cannot lie over the page.',
	'view-transition-class': 'A wall cannot lie over the page.',
}
