import { expect, it } from 'vitest'
import { edit, type Merged, saved, taken, theirsCame } from './merged.ts'

type Wall = { layout: string; order: string[] }
const base: Wall = { layout: 'grid', order: [] }
const begun: Merged<Wall> = { base, mine: base, collisions: [] }

it('keeps what was edited on while the save was under way, and nobody else is named for it', () => {
	const sent = { ...base, layout: 'list' }
	const editedOn = edit({ ...edit(begun, sent), sent }, { layout: 'badge' })
	const kept = { base: sent, mine: { layout: 'badge' }, collisions: [] }
	expect(saved(theirsCame(editedOn, sent), sent)).toMatchObject(kept)
	expect(theirsCame(saved(editedOn, sent), sent)).toMatchObject(kept)
})

it('takes what the server made of what was saved, where it was not edited on', () => {
	const sent = { layout: 'list', order: ['gone', 'there'] }
	const theirs = { layout: 'list', order: ['there'] }
	const sending = { ...edit(begun, sent), sent }
	const taken = { base: theirs, mine: theirs, collisions: [] }
	expect(saved(theirsCame(sending, theirs), sent)).toMatchObject(taken)
	expect(theirsCame(saved(sending, sent), theirs)).toMatchObject(taken)
})

it('names what somebody else saved while one’s own save was refused, and offers it', () => {
	const theirs = { ...base, layout: 'badge' }
	const sent = { ...base, layout: 'list' }
	const came = theirsCame({ ...edit(begun, sent), sent }, theirs)
	expect(came).toMatchObject({ mine: sent, collisions: [{ field: 'layout', theirs: 'badge' }] })
	expect(taken(came, theirs)).toEqual({ base: theirs, mine: theirs, collisions: [] })
})
