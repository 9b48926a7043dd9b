import { markupLimits } from '#shared/parser-limits.ts'
import { childOf, readXmlRecords, textOf, type XmlRecord } from './xml-records.ts'

const names = new Set(['thread', 'post'])

/** The posts of an export of Disqus, with the page that each stands below. */
export async function* readDisqus(text: AsyncIterable<string>): AsyncGenerator<Record<string, unknown>> {
	const threads = new Map<string, { title: string | undefined; link: string | undefined }>()
	for await (const record of readXmlRecords(text, names)) {
		if (record.name === 'thread') {
			if (threads.size < markupLimits.threads)
				threads.set(idOf(record), { title: textOf(record, 'title'), link: textOf(record, 'link') })
			continue
		}
		const author = childOf(record, 'author')
		const thread = threads.get(idOf(childOf(record, 'thread')))
		yield {
			id: idOf(record),
			message: textOf(record, 'message') ?? '',
			createdAt: textOf(record, 'createdAt') ?? '',
			author: {
				name: textOf(author, 'name') ?? '',
				email: textOf(author, 'email') ?? '',
				username: textOf(author, 'username') ?? '',
			},
			isDeleted: textOf(record, 'isDeleted') ?? '',
			isSpam: textOf(record, 'isSpam') ?? '',
			parent: idOf(childOf(record, 'parent')),
			thread: { title: thread?.title ?? '', link: thread?.link ?? '' },
		}
	}
}

const idOf = (record: XmlRecord | undefined) => record?.attributes['dsq:id'] ?? record?.attributes.id ?? ''
