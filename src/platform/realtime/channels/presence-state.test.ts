import { expect, it, onTestFinished } from 'vitest'
import { createPresenceState, type Diff } from './presence-state.ts'

it('a member that is set again without a change is not reported', () => {
	const diffs: Diff[] = []
	const presence = createPresenceState((_, diff) => diffs.push(diff))
	onTestFinished(presence.close)
	const ann = (phx_ref: string) => presence.set('hall', 'ann', { key: 'ann', meta: { phx_ref } })
	ann('1')
	presence.state('hall')
	expect(diffs).toEqual([{ joins: { ann: { metas: [{ phx_ref: '1' }] } }, leaves: {} }])
	ann('1')
	presence.state('hall')
	expect(diffs).toHaveLength(1)
	ann('2')
	presence.state('hall')
	expect(diffs[1]?.joins).toEqual({ ann: { metas: [{ phx_ref: '2', phx_ref_prev: '1' }] } })
})
