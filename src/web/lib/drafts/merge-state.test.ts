import { expect, it } from 'vitest'
import {
	acceptRemote,
	applyEdit,
	applyRemote,
	applySaved,
	applySending,
	isEqual,
	type MergeState,
} from './merge-state.ts'

type Wall = { layout: string; order: string[] }
const base: Wall = { layout: 'grid', order: [] }
const begun: MergeState<Wall> = { base, mine: base, collisions: [] }

it('edits made during a save are kept, and no other person is named', () => {
	const sent = { ...base, layout: 'list' }
	const editedOn = applyEdit(applySending(applyEdit(begun, sent), sent), { layout: 'badge' })
	const kept = { base: sent, mine: { layout: 'badge' }, collisions: [] }
	expect(applySaved(applyRemote(editedOn, sent), sent)).toMatchObject(kept)
	expect(applyRemote(applySaved(editedOn, sent), sent)).toMatchObject(kept)
})

it('an edit that is taken back while its save is on the way stays taken back, in either order of answer and read', () => {
	const sent = { ...base, layout: 'list' }
	const takenBack = applyEdit(applySending(applyEdit(begun, sent), sent), { layout: base.layout })
	const kept = { base: sent, mine: base, collisions: [] }
	expect(applySaved(applyRemote(takenBack, sent), sent)).toMatchObject(kept)
	expect(applyRemote(applySaved(takenBack, sent), sent)).toMatchObject(kept)
})

it('a value that another person sets to what was saved here before is taken from them', () => {
	const sent = { ...base, layout: 'list' }
	const saved = applyRemote(applySaved(applySending(applyEdit(begun, sent), sent), sent), sent)
	const changed = applyRemote(applyRemote(saved, base), sent)
	expect(changed).toMatchObject({ base: sent, mine: sent, collisions: [] })
})

it('a saved value takes the server’s version, where it was not edited since', () => {
	const sent = { layout: 'list', order: ['gone', 'there'] }
	const theirs = { layout: 'list', order: ['there'] }
	const sending = applySending(applyEdit(begun, sent), sent)
	const taken = { base: theirs, mine: theirs, collisions: [] }
	expect(applySaved(applyRemote(sending, theirs), sent)).toMatchObject(taken)
	expect(applyRemote(applySaved(sending, sent), theirs)).toMatchObject(taken)
})

it('changes of another person after a refused save are named and can be accepted', () => {
	const theirs = { ...base, layout: 'badge' }
	const sent = { ...base, layout: 'list' }
	const came = applyRemote(applySending(applyEdit(begun, sent), sent), theirs)
	expect(came).toMatchObject({ mine: sent, collisions: [{ field: 'layout', theirs: 'badge' }] })
	expect(acceptRemote(came, theirs)).toEqual({ base: theirs, mine: theirs, collisions: [] })
})

it('values are compared whatever the order of their keys, and arrays in order', () => {
	expect(isEqual({ a: 1, b: { c: [1, 2], d: null } }, { b: { d: null, c: [1, 2] }, a: 1, e: undefined })).toBe(true)
	expect(isEqual({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
	expect(isEqual({ a: 1 }, { a: 1, b: null })).toBe(false)
	expect(isEqual([], {})).toBe(false)
	expect(isEqual(null, {})).toBe(false)
})
