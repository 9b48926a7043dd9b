import { type Handler, Parser } from 'htmlparser2'
import { htmlLimits } from '#shared/parser-limits.ts'

class TooDeep extends Error {}

/**
 * Parses the HTML of a page, and ends where its elements are nested too deep: the parser looks through all open elements at each end tag,
 * so that a megabyte of them would take minutes.
 */
export function parseHtml(html: string, handler: Partial<Handler>): void {
	let depth = 0
	const parser = new Parser({
		...handler,
		onopentagname(name) {
			if (++depth > htmlLimits.depth) throw new TooDeep()
			handler.onopentagname?.(name)
		},
		onclosetag(name, isImplied) {
			depth--
			handler.onclosetag?.(name, isImplied)
		},
	})
	try {
		parser.end(html)
	} catch (error) {
		if (!(error instanceof TooDeep)) throw error
	}
}
