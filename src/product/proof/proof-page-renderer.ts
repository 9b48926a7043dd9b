import type { Db } from '#platform/pg/db.ts'
import { accentCss } from '#product/pages/accent-css.ts'
import { renderPageFile } from '#product/pages/site.ts'
import { publicCacheControl, type Renderer } from '#product/public-answers/public-answer.ts'
import type { ProofPageProps } from '#shared/page-props.ts'
import { parseCheckpoint } from './checkpoint-text.ts'
import { loadPublicProof, type PublicProof } from './load-public-proof.ts'
import { receiptFileName } from './receipt-file.ts'

const pathPattern = /^\/proof\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** /proof/{testimonial id}: what proves the words of a public testimonial. */
export function proofPageRenderer(db: Db): Renderer {
	return (path) => {
		const id = pathPattern.exec(path)?.[1]?.toLowerCase()
		if (!id) return null
		return {
			key: path.toLowerCase(),
			isPage: true,
			async render(site) {
				const proof = await loadPublicProof(db, id, false)
				if (!proof) return null
				const props = pageProps(proof)
				const file = renderPageFile(site, {
					page: site.assets.pages.renderProofPage(props),
					surface: 'hosted',
					style: 'proof/proof-page.css',
					extraCss: accentCss(proof.color),
					robots: 'noindex',
					cache: publicCacheControl,
				})
				// Until a checkpoint covers every entry, each minute may bring one.
				const isSealed = props.unsealed === 0
				return { ...file, space: proof.space_id, surrogateKey: `testimonial-${id}`, isCacheable: isSealed }
			},
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
		entries: entries.map(({ kind, at, hash, by }) => ({ kind, at, hash, isByProgram: by === 'program' })),
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
