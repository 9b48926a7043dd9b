import type { AnswerHeaders } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { providerWords } from '#product/verifications/provider-words.ts'

type ProofProvider = { name: string; label: string | undefined }

/** Starts the proof of an identity at a provider; the server composes it. */
export type AccountFlow = {
	providers(): Promise<ProofProvider[]>
	start(
		x: Exchange,
		provider: string,
		context: string,
	): Promise<{ url: string; headers: AnswerHeaders } | 'throttled' | 'unavailable'>
}

/** The providers with which visitors may show who they are, Google first. */
export async function listProviders(accounts: AccountFlow): Promise<{ name: string; words: string }[]> {
	const providers = await accounts.providers()
	return providers
		.map((provider) => ({ name: provider.name, words: providerWords(provider) }))
		.sort((left, right) => Number(right.name === 'google') - Number(left.name === 'google'))
}
