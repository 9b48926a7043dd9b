import { submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'

export const testimonialBodies = [
	'I have guided for other firms for nine years, and I paid to be a customer of this one. On day two they turned us back at the headland because the swell was wrong, and nobody argued. That is what I was paying for.',
	'The quietest week of my life.',
	'كنت أخاف من الماء منذ طفولتي. جلست المرشدة معي على الشاطئ ساعة كاملة قبل أن نلمس القارب.',
	`${'I should say first that I do not like groups, and nobody hurried me once. '.repeat(40)}End.`,
	'Good boats, good food, honest about the weather.',
	'Midges. Four days of midges.',
	'We came for the seals. We still talk about the porridge. 🎉',
]

/** Fills a wall through the public APIs and sets its layout. */
export async function publishWall(url: string, space: TestSpace, layout: string): Promise<void> {
	for (const [at, body] of testimonialBodies.entries()) {
		const { id } = await submitTestimonial(url, space, {
			body,
			rating: at === 4 ? null : 1 + ((at + 4) % 5),
			author: { name: `Person ${at + 1} of a Long and Hyphenated-Name`, title: 'Mountain leader' },
		})
		await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
	}
	await space.client.from('walls').update({ layout }).eq('id', space.wallId).throwOnError()
}
