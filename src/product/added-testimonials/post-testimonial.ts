import type { Deps } from '#platform/deps.ts'
import { createMemoryBudget } from '#platform/http/body/memory-budget.ts'
import { clientNetwork } from '#platform/http/request/client-network.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import type { Claims } from '#platform/pg/db.ts'
import { isUncommitted } from '#platform/pg/pg-errors.ts'
import { invalid } from '#product/http/errors.ts'
import { parseMultipart } from '#product/submissions/parse-multipart.ts'
import { createDiskGuard } from '#product/testimonials/disk-guard.ts'
import { createPictureStore, type UploadedFile } from '#product/testimonials/picture-store.ts'
import { postedFiles } from '#shared/form/form-post.ts'
import { type AddedTestimonial, parseAdded } from './parse-added.ts'
import { addTestimonial, mayEditSpace } from './queries.ts'

const MiB = 1024 * 1024

/**
 * POST /functions/v1/testimonial: adds a testimonial by hand, as a member who vouches for it. 201 after a durable commit. Pictures
 * are re-encoded like those of visitors, and stored only for a member who may add to the space.
 */
export function postTestimonial(deps: Deps): Handler {
	const { config, db, identify } = deps
	const pictures = createPictureStore(deps)
	const requireDiskSpace = createDiskGuard(config.DATA_DIR, config.MIN_FREE_DISK_MB)
	const maxFileBytes = config.MAX_PHOTO_MB * MiB
	const memoryBudget = createMemoryBudget(Math.max(256 * MiB, 8 * maxFileBytes))

	/** Checked before pictures are stored, so that strangers cannot fill the disk. */
	async function requireEditor(claims: Claims, spaceId: string): Promise<void> {
		const [row] = await db.as(claims, (tx) => tx.final<{ may_edit: boolean }>(mayEditSpace(spaceId)), {
			readOnly: true,
			shardKey: spaceId,
		})
		if (!row?.may_edit) throw mayNotAdd()
	}

	async function add(claims: Claims, testimonial: AddedTestimonial, files: UploadedFile[]): Promise<void> {
		const stored = await pictures.store(testimonial.spaceId, testimonial.id, files)
		try {
			const [row] = await db.as(
				claims,
				(tx) => tx.final<{ outcome: 'added' | 'replayed' | 'other_words' }>(addTestimonial(testimonial, stored.rows)),
				{ shardKey: testimonial.spaceId },
			)
			if (row?.outcome !== 'added') await stored.discard()
			if (row?.outcome === 'other_words') throw alreadyAdded()
		} catch (error) {
			// When the answer to the commit was lost, the rows may exist and need their files.
			if (!(error instanceof AppError) && isUncommitted(error)) await stored.discard()
			throw toAppError(error)
		}
	}

	return async (x) => {
		const { claims } = await identify(x)
		await requireDiskSpace()
		const { reserve, release } = memoryBudget(clientNetwork(x.ip))
		try {
			const form = await parseMultipart(x, postedFiles, maxFileBytes, reserve)
			if (form.error) throw form.error
			const parsed = parseAdded(form.values, config.MAX_TEXT_LENGTH)
			if ('problems' in parsed) throw invalid(parsed.problems)
			const { testimonial } = parsed
			await requireEditor(claims, testimonial.spaceId)
			await add(claims, testimonial, form.files)
			return json({ id: testimonial.id }, 201, { 'cache-control': 'no-store' })
		} finally {
			release()
		}
	}
}

function alreadyAdded(): AppError {
	return new AppError(409, 'conflict', 'This was added already, with other words.')
}

function mayNotAdd(cause?: unknown): AppError {
	return new AppError(403, 'forbidden', 'Only editors and owners of a space may add a testimonial.', { cause })
}

/** Refusals of private.add_testimonial name the column. */
function toAppError(error: unknown): unknown {
	const { code, column, message } = error as { code?: string; column?: string; message?: string }
	if (code === '42501') return mayNotAdd(error)
	if (code === '22023' && column && message) return invalid({ [column.replace(/^author_/, '')]: message })
	return error
}
