import { readXmlRecords, textOf, type XmlRecord } from './xml-records.ts'

const items = new Set(['item'])
/** Types of posts that are testimonials, as plugins name them. */
const testimonialType = /testimonial|review|reference/i
/** Types of comments that are no words of a person. */
const machineTypes = new Set(['pingback', 'trackback', 'order_note', 'webhook_delivery'])

/** An export of WordPress has posts of testimonials, or comments below its posts; the first are taken where there are any. */
export async function hasTestimonialPosts(text: AsyncIterable<string>): Promise<boolean> {
	for await (const item of readXmlRecords(text, items)) if (isTestimonial(item)) return true
	return false
}

/** The testimonials of an export of WordPress, with their fields. */
export async function* readTestimonialPosts(text: AsyncIterable<string>): AsyncGenerator<Record<string, unknown>> {
	for await (const item of readXmlRecords(text, items)) {
		if (!isTestimonial(item)) continue
		yield {
			post_id: textOf(item, 'wp:post_id') ?? '',
			post_title: textOf(item, 'title') ?? '',
			post_content: textOf(item, 'content:encoded') ?? '',
			post_date: textOf(item, 'wp:post_date') ?? '',
			post_date_gmt: textOf(item, 'wp:post_date_gmt') ?? '',
			post_status: textOf(item, 'wp:status') ?? '',
			...fieldsOf(item, 'wp:postmeta'),
			category: categoriesOf(item),
		}
	}
}

/** The comments of an export of WordPress, with the post that each stands below. */
export async function* readComments(text: AsyncIterable<string>): AsyncGenerator<Record<string, unknown>> {
	for await (const item of readXmlRecords(text, items))
		for (const comment of item.children) {
			if (comment.name !== 'wp:comment' || machineTypes.has(textOf(comment, 'wp:comment_type') ?? '')) continue
			const field = (name: string) => textOf(comment, `wp:comment_${name}`) ?? ''
			yield {
				comment_ID: field('id'),
				comment_author: field('author'),
				comment_author_email: field('author_email'),
				comment_author_url: field('author_url'),
				comment_date: field('date'),
				comment_date_gmt: field('date_gmt'),
				comment_content: field('content'),
				comment_approved: field('approved'),
				comment_parent: field('parent'),
				...fieldsOf(comment, 'wp:commentmeta'),
				post_title: textOf(item, 'title') ?? '',
				post_link: textOf(item, 'link') ?? '',
			}
		}
}

const isTestimonial = (item: XmlRecord) => testimonialType.test(textOf(item, 'wp:post_type') ?? '')

/** The fields of a post or comment; those that begin with an underscore are WordPress's own, and hold serialized values. */
function fieldsOf(record: XmlRecord, name: string): Record<string, string> {
	const fields: Record<string, string> = {}
	for (const child of record.children) {
		const key = child.name === name ? textOf(child, 'wp:meta_key') : undefined
		if (key && !key.startsWith('_')) fields[key] = textOf(child, 'wp:meta_value') ?? ''
	}
	return fields
}

function categoriesOf(item: XmlRecord): string {
	return item.children
		.filter(({ name, text }) => name === 'category' && text.trim() !== '')
		.map(({ text }) => text.trim())
		.join(', ')
}
