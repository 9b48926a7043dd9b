import { type FileLimits, FileRefused } from '#product/imports/table/file-refused.ts'
import { openNamedRows } from '#product/imports/table/open-named-rows.ts'
import type { ChosenReading, Table } from '#product/imports/table/table.ts'
import type { TextEncoding } from '#product/imports/table/text/decode-text.ts'
import { readDisqus } from './read-disqus.ts'
import { hasTestimonialPosts, readComments, readTestimonialPosts } from './read-wordpress.ts'

type Text = () => AsyncGenerator<string>

/** Opens the XML of Disqus or WordPress. Other XML is refused; posts without the namespace of Disqus are read when a member chooses so. */
export async function openXml(
	text: Text,
	sample: string,
	encoding: TextEncoding,
	limits: FileLimits,
	choices: ChosenReading,
): Promise<Table> {
	const values = await readerOf(text, sample, choices.format === 'xml')
	return openNamedRows('xml', values, encoding, limits)
}

async function readerOf(text: Text, sample: string, isChosen: boolean): Promise<() => AsyncGenerator<unknown>> {
	if (/<!(?:doctype|entity)/i.test(sample.slice(0, sample.search(/<[a-z]/i))))
		throw new FileRefused(
			'This XML declares entities or a document type (DOCTYPE), which are not read. Export it again without, or as CSV.',
		)
	if (/xmlns:wp\s*=\s*["']https?:\/\/wordpress\.org\/export/i.test(sample))
		return (await hasTestimonialPosts(text())) ? () => readTestimonialPosts(text()) : () => readComments(text())
	const isDisqus = /<disqus\b[^>]*xmlns\s*=\s*["']https?:\/\/disqus\.com/i.test(sample)
	if (isDisqus || (isChosen && (await hasPosts(text())))) return () => readDisqus(text())
	if (/urn:schemas-microsoft-com:office:spreadsheet|progid="Excel/i.test(sample))
		throw new FileRefused('This is a spreadsheet in the XML of Excel 2003. Save it as .xlsx or CSV.')
	if (!isChosen && /<post[\s>]/.test(sample))
		throw new FileRefused(
			'This XML has posts, but does not say that Disqus wrote it. Choose that its posts are read, or export CSV.',
			{ format: 'xml' },
		)
	throw new FileRefused(
		'This XML is of no program that is known here: Disqus and WordPress are. Export CSV or JSON instead.',
	)
}

async function hasPosts(text: AsyncGenerator<string>): Promise<boolean> {
	for await (const _ of readDisqus(text)) return true
	return false
}
