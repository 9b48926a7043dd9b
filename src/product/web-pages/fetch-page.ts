import { type Fetched, type FetchRules, fetchFailure, fetchGuarded } from '#platform/http/fetch-guarded.ts'
import { invalid } from '#product/http/errors.ts'
import { addressProblems } from '#product/testimonials/parse-fields.ts'
import { htmlLimits } from '#shared/parser-limits.ts'
import { readWebAddress } from '#shared/web-address.ts'

const accept = 'text/html, application/xhtml+xml'

/** A page of another website: its last address, its headers, its HTML (empty where it is no page), and what it took. */
export type OthersPage = Pick<Fetched, 'url' | 'headers'> & { html: string; bytes: number; milliseconds: number }

/** The address of a page that a member typed. @throws AppError 422 with `fields.url` */
export function readPageAddress(url: unknown): string {
	const read = readWebAddress(typeof url === 'string' && url.length <= 2000 ? url : '')
	if ('problem' in read) throw invalid({ url: addressProblems[read.problem] })
	return read.url
}

/** Fetches the first megabyte of a page. @throws AppError 422 with `fields.url`, which says why it cannot be fetched */
export async function fetchPage(
	address: string,
	rules: Pick<FetchRules, 'milliseconds' | 'allowPrivate'>,
): Promise<OthersPage> {
	const start = performance.now()
	const page = await fetchGuarded(address, { ...rules, maxBytes: htmlLimits.bytes, accept, isCut: true }).catch(
		(error) => {
			throw invalid({ url: fetchFailure(error) })
		},
	)
	const isPage = /^\s*(text\/html|application\/xhtml\+xml)/i.test(page.type)
	const html = isPage ? decode(page) : ''
	const milliseconds = Math.round(performance.now() - start)
	return { url: page.url, headers: page.headers, html, bytes: page.bytes.length, milliseconds }
}

function decode({ type, bytes }: Fetched): string {
	const start = bytes.subarray(0, 2048).toString('latin1')
	const label =
		/charset\s*=\s*["']?([\w-]+)/i.exec(type)?.[1] ?? /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1]
	try {
		return new TextDecoder(label ?? 'utf-8').decode(bytes)
	} catch {
		return new TextDecoder().decode(bytes)
	}
}
