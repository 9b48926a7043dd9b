import { languageName } from './format.ts'

const tags =
	'af ar bg bn ca cs da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka ko lt lv mk ml mr ms nb nl pa pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur vi zh'.split(
		' ',
	)

/** Languages to choose from by their English names, with one more where it is missing. */
export const languageChoices = (own: string): { tag: string; name: string }[] =>
	[...new Set([own, ...tags])]
		.map((tag) => ({ tag, name: languageName(tag) }))
		.sort((one, other) => one.name.localeCompare(other.name))
