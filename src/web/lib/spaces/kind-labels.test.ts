import { expect, it } from 'vitest'
import { offeredKinds } from './kind-labels.ts'

it('a kind that no form can take is offered only where it was chosen before', () => {
	expect(offeredKinds([])).toEqual(['text', 'photo'])
	expect(offeredKinds(['photo', 'video'])).toEqual(['text', 'photo', 'video'])
})
