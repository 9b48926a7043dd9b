import { it } from 'vitest'
import { tryMutatedResponses } from '#test/support/auth/mutated-responses.ts'

it('a mutated SAML response is refused, or read as what was signed', () => tryMutatedResponses(150))
