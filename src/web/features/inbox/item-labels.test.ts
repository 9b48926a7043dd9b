import { expect, it } from 'vitest'
import { createSampleItem } from './data/sample-item.ts'
import { newTestimonialText } from './item-labels.ts'

it.each([
	[{ rating: null, kind: 'text' }, 'New testimonial from Wes, no rating.'],
	[{ rating: 4, kind: 'text' }, 'New testimonial from Wes, 4 of 5 stars.'],
	[{ rating: 5, kind: 'video' }, 'New testimonial from Wes, 5 of 5 stars, video.'],
] as const)('the arrival of %j is announced as %j', (fields, text) => {
	expect(newTestimonialText(createSampleItem('a', 1, { author_name: 'Wes', ...fields }))).toBe(text)
})
