/** The parts of css-tree without its tables of properties, which nothing here needs. */
declare module 'css-tree/parser' {
	export { parse as default } from 'css-tree'
}
declare module 'css-tree/generator' {
	export { generate as default } from 'css-tree'
}
declare module 'css-tree/walker' {
	export { walk as default } from 'css-tree'
}
declare module 'css-tree/utils' {
	export { List } from 'css-tree'
}
declare module 'css-tree/tokenizer' {
	export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void
	export const tokenNames: string[]
}
