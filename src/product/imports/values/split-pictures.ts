import { parseShallowJson } from '#platform/http/body/json-depth.ts'
import { readWebAddress } from '#shared/web-address.ts'

const none = /^(?:-|–|—|n\/?a|none|null|undefined|\\n|\[\]|\{\})?$/i
const maxBaseLength = 2048
const extension = '(?:jpe?g|png|webp|gif|avif|heic|heif|tiff?|bmp|svg)'
/** Separators before something that begins like an address of another machine. */
const beforeWhole = /[\s,;|]+(?=(?:https?:)?\/\/[\w[-]|www\.|data:image\/)/i
/** Separators before a path, or the name of a file of a picture. */
const beforeRelative = new RegExp(
	`[,;|\\n]\\s*(?=[^,;|\\n]{1,500}\\.${extension}\\s*(?:[?#,;|\\n]|$))|[\\s,;|]+(?=(?:https?:)?//|www\\.|\\.{0,2}/)`,
	'i',
)
const isWhole = /^(?:(?:https?:)?\/\/|www\.|data:)/i
const namedFile = /\((https?:\/\/[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)\)/gi
/** The members of an object that hold the address of a picture, best first. */
const members =
	'url src original original_url originalUrl href image image_url imageUrl photo photo_url link path file full large'.split(
		' ',
	)

/**
 * The addresses of pictures in a cell: separated by commas, bars, semicolons, spaces or lines, as a list of JSON, as tags of HTML, or as
 * Airtable's `name.jpg (https://…)`. A separator within an address stays, as no address begins behind it.
 */
export function splitPictures(text: string): string[] {
	const value = text.trim()
	if (none.test(value)) return []
	const found = readList(value) ?? readTags(value) ?? readNamedFiles(value) ?? separate(value)
	const addresses = found.map(withoutQuotes)
	return [...new Set(addresses.filter((address) => !none.test(address)))]
}

const around = new Set([...` \t\n\r\u00a0'"<>,;|`])

/** An address without quotation marks and separators around it; a pattern for the end would take quadratic time. */
function withoutQuotes(address: string): string {
	let start = 0
	let end = address.length
	while (start < end && around.has(address[start] ?? '')) start++
	while (end > start && around.has(address[end - 1] ?? '')) end--
	return address.slice(start, end)
}

function separate(text: string): string[] {
	// Long runs of separators would take quadratic time.
	const value = text.replace(/[\s,;|]{3,}/g, (run) => /[,;|\n]/.exec(run)?.[0] ?? ' ')
	return value.split(isWhole.test(value) ? beforeWhole : beforeRelative)
}

function readList(value: string): string[] | undefined {
	// Lists of PHP, as WordPress stores them.
	if (/^a:\d+:\{/.test(value))
		return [...value.matchAll(/"([^"]+)"/g)].flatMap(([, text = '']) => (/[/.]/.test(text) ? [text] : []))
	if (!/^[[{"]/.test(value)) return undefined
	try {
		return addressesOf(parseShallowJson(value))
	} catch {
		// Lists of Python have single quotation marks, those of PostgreSQL braces.
		const inner = /^[[{]/.test(value) ? value.slice(1).replace(/[\]}]$/, '') : value
		return separate(inner.trim().replace(/^['"]/, '')).flatMap((part) => part.split(/['"]\s*[,;]\s*['"]/))
	}
}

function addressesOf(value: unknown): string[] {
	if (typeof value === 'string') return isWhole.test(value) ? separate(value) : [value]
	if (Array.isArray(value)) return value.flatMap(addressesOf)
	if (typeof value !== 'object' || value === null) return []
	const object = value as Record<string, unknown>
	const member = members.find((name) => Object.hasOwn(object, name) && object[name])
	return member === undefined ? Object.values(object).filter(isList).flatMap(addressesOf) : addressesOf(object[member])
}

const isList = (value: unknown): boolean => typeof value === 'object' && value !== null

function readTags(value: string): string[] | undefined {
	if (!/<(?:img|a)\s/i.test(value)) return undefined
	const found = [...value.matchAll(/\s(?:src|href)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/gi)]
	return found.length > 0 ? found.map(([, double = '', single = '']) => double || single) : undefined
}

function readNamedFiles(value: string): string[] | undefined {
	if (isWhole.test(value)) return undefined
	const found = [...value.matchAll(namedFile)]
	return found.length > 0 ? found.map(([, address = '']) => address) : undefined
}

/**
 * The whole address of a picture: `//host/…` gets https, spaces are encoded, and a relative address is put behind the base. Undefined for a
 * relative one without a base, and for what is no address of the web.
 */
export function resolvePicture(address: string, base: string | null): string | undefined {
	const text = address.trim().replaceAll('&amp;', '&')
	if (text === '' || /\p{Cc}/u.test(text)) return undefined
	if (/^https?:\/\//i.test(text)) return toAddress(text)
	if (/^[\\/]{2}/.test(text)) return toAddress(`https://${text.slice(2)}`)
	if (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(text)) return undefined
	if (beginsWithHost(text)) return toAddress(`https://${text}`)
	if (base === null || base.length > maxBaseLength) return undefined
	const folder = base
		.trim()
		.replace(/[?#].*$/s, '')
		.replace(/\/+$/, '')
	return toAddress(
		`${/^https?:\/\//i.test(folder) ? '' : 'https://'}${folder}/${text.replaceAll('\\', '/').replace(/^\/+/, '')}`,
	)
}

/** `cdn.example/1.jpg` begins with a host; `images/1.jpg` and `photo.jpg` are paths. */
function beginsWithHost(text: string): boolean {
	const [host = '', path] = text.split(/[/?#](.*)/s)
	if (/^www\./i.test(host)) return true
	return (
		path !== undefined &&
		/^(?:[\w-]+\.)+[a-z]{2,24}(?::\d+)?$/i.test(host) &&
		!new RegExp(`\\.${extension}$`, 'i').test(host)
	)
}

function toAddress(text: string): string | undefined {
	const read = readWebAddress(text.replace(/\s/g, '%20'))
	return 'url' in read ? new URL(read.url).href : undefined
}
