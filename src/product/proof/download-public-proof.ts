import type { Deps } from '#platform/deps.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { isUuid } from '#platform/uuid.ts'
import { renderNotFound } from '#product/pages/not-found.ts'
import type { Site } from '#product/pages/site.ts'
import { publicCacheControl } from '#product/public-answers/public-answer.ts'
import { wallLanguageOf } from '#shared/wall/wall-languages.ts'
import { buildReceipt } from './build-receipt.ts'
import { loadPublicProof } from './load-public-proof.ts'
import { receiptFileName } from './receipt-file.ts'

/** GET /proof/{testimonial id}/receipt: the proof of its page as a file, which opens what the page shows and nothing else. */
export function downloadPublicProof({ db }: Pick<Deps, 'db'>, site: Site): Handler {
	return async (x) => {
		const id = x.param('id').toLowerCase()
		const proof = isUuid(id) ? await loadPublicProof(db, id, true) : null
		if (!proof) return renderNotFound(site, 'page')
		const file = buildReceipt(proof, wallLanguageOf(proof.locale))
		return {
			status: 200,
			headers: {
				'cache-control': publicCacheControl,
				'content-type': 'application/json; charset=utf-8',
				'content-disposition': `attachment; filename="${receiptFileName(proof.space)}"`,
			},
			body: `${JSON.stringify(file, null, '\t')}\n`,
		}
	}
}
