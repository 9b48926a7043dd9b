import { expect, it } from 'vitest'
import { createAddedDraft } from '#web/lib/testimonials/send-added.ts'
import { parseAddedDraft } from './use-added-draft.ts'

it('a stored draft is read back as it was typed', () => {
	const draft = { ...createAddedDraft(), body: 'قول', rating: 3, tags: ['a', 'b'], mayPublish: true }
	expect(parseAddedDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
})

it('values of another type are dropped from a stored draft', () => {
	const draft = parseAddedDraft({ body: 7, name: 'Ada', rating: 9, tags: ['a', 1], mayPublish: 'yes' } as never)
	expect(draft).toMatchObject({ body: '', name: 'Ada', rating: null, tags: ['a'], mayPublish: false })
	expect(draft?.id).toMatch(/^[0-9a-f-]{36}$/)
	expect(parseAddedDraft(null)).toBeNull()
})
