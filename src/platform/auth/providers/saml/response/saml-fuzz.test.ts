import { it } from 'vitest'
import { tryMutatedResponses } from '#test/support/auth/mutated-responses.ts'

it('each of 600 mutated SAML responses is refused, or read as what was signed', () => tryMutatedResponses(600))
