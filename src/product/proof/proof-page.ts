import type { Deps } from '#platform/deps.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { isUuid } from '#platform/uuid.ts'
import { type RenderedFile, wallCacheControl } from '#product/http/rendered-file.ts'
import { accentCss } from '#product/pages/accent-css.ts'
import { renderNotFound } from '#product/pages/not-found.ts'
import { renderPage, type Site } from '#product/pages/site.ts'
import type { ProofPageProps } from '#shared/page-props.ts'
import { wallLanguageOf } from '#shared/wall/wall-languages.ts'
import { buildReceipt, type StoredProof } from './build-receipt.ts'
import { parseCheckpoint } from './checkpoint-text.ts'
import { publicProof } from './queries.ts'
import { receiptFileName } from './receipt-file.ts'

/** Result of `private.public_proof`. */
type PublicProof = StoredProof & {
	space_id: string
	locale: string
	color: string | null
	shown: { is_excerpt: boolean; author: string | null }
}

async function loadPublicProof({ db }: Pick<Deps, 'db'>, id: string, withLeaves: boolean): Promise<PublicProof | null> {
	if (!isUuid(id)) return null
	const query = publicProof(id.toLowerCase(), withLeaves)
	const [row] = await db.as({ role: 'anon' }, (tx) => tx.final<{ proof: PublicProof | null }>(query), {
		readOnly: true,
	})
	return row?.proof ?? null
}

export type ProofDocument = {
	spaceId: string
	file: RenderedFile
	/** Whether a checkpoint covers every entry: until then each minute may bring one. */
	isSealed: boolean
}

/** /proof/{testimonial id}: what proves the words of a public testimonial; null when it is not public. */
export async function renderProofDocument(
	deps: Pick<Deps, 'db'>,
	site: Site,
	id: string,
): Promise<ProofDocument | null> {
	const proof = await loadPublicProof(deps, id, false)
	if (!proof) return null
	const props = pageProps(proof)
	const { body, headers } = renderPage(site, {
		page: site.assets.pages.renderProofPage(props),
		surface: 'hosted',
		style: 'proof/proof-page.css',
		extraCss: accentCss(proof.color),
		robots: 'noindex',
		cache: wallCacheControl,
	})
	const file = { text: String(body), headers: headers as Record<string, string> }
	return { spaceId: proof.space_id, file, isSealed: props.unsealed === 0 }
}

/** GET /proof/{testimonial id}/receipt: the same as a file, which opens what the page shows and nothing else. */
export function downloadPublicProof(deps: Pick<Deps, 'db'>, site: Site): Handler {
	return async (x) => {
		const proof = await loadPublicProof(deps, x.param('id'), true)
		if (!proof) return renderNotFound(site, 'page')
		const file = buildReceipt(proof, wallLanguageOf(proof.locale))
		return {
			status: 200,
			headers: {
				'cache-control': wallCacheControl,
				'content-type': 'application/json; charset=utf-8',
				'content-disposition': `attachment; filename="${receiptFileName(proof.space)}"`,
			},
			body: `${JSON.stringify(file, null, '\t')}\n`,
		}
	}
}

function pageProps({ testimonial, space, locale, shown, entries, checkpoints }: PublicProof): ProofPageProps {
	const at = entries.findLastIndex(({ content }) => content !== null)
	const opened = entries[at]
	const last = entries.findLast(({ entry }) => entry !== null)
	const checkpoint = checkpoints.at(-1)
	const stated = checkpoint && parseCheckpoint(checkpoint.text)
	return {
		id: testimonial,
		space,
		name: shown.author,
		locale,
		isPart: shown.is_excerpt,
		entries: entries.map(({ kind, at, hash }) => ({ kind, at, hash })),
		opening: opened
			? {
					number: at + 1,
					at: opened.at,
					texts: [opened.content, opened.author].filter((text) => text !== null),
				}
			: null,
		sealed:
			last?.entry && checkpoint && stated
				? {
						entry: last.entry,
						checkpoint: checkpoint.number,
						at: checkpoint.made_at,
						instance: new URL(stated.instance).host,
					}
				: null,
		unsealed: entries.filter(({ entry }) => entry === null).length,
		fileName: receiptFileName(space),
	}
}
