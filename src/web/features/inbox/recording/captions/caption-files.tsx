import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { captionLimits } from '#shared/parser-limits.ts'
import { type CaptionProblem, parseCaptions } from '#shared/recording/parse-captions.ts'
import { writeCaptions } from '#shared/recording/write-captions.ts'
import { inboxKeys } from '#web/features/inbox/data/inbox-cache.ts'
import type { InboxItem, ItemMedia } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { useRecordingMessages } from '#web/features/inbox/recording/use-recording-messages.ts'
import type { InboxRecordingMessages } from '#web/i18n/en/inbox-recording.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { saveBlob } from '#web/lib/files/save-blob.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/files/choose-file.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { toCues, toDraft } from './draft-cues.ts'
import type { CaptionDraft } from './use-caption-draft.ts'
import type { StoredCaptions } from './use-captions.ts'

type FilesProps = {
	item: InboxItem
	media: ItemMedia
	locale: string
	language: string
	draft: CaptionDraft
	row: StoredCaptions | undefined
	onDeleted: () => void
}

/** Uploads, downloads and deletes the captions of one language. */
export function CaptionFiles({ item, media, locale, language, draft, row, onDeleted }: FilesProps) {
	const words = useRecordingMessages()
	const [problem, setProblem] = useState('')
	const [isAsking, setIsAsking] = useState(false)
	const remove = useDeleteCaptions(media.id, locale, () => {
		setIsAsking(false)
		draft.discard()
		toast(words.deleted)
		onDeleted()
	})
	const take = async (file: File) => {
		const read = await readCaptionFile(file)
		setProblem('problem' in read ? problemText(words, read) : '')
		if ('problem' in read) return
		const before = draft.cues
		draft.replace(toDraft(read.cues))
		if (before.length > 0) toast(words.replaced, { action: { label: words.undo, onClick: () => draft.change(before) } })
	}
	const cues = toCues(draft.cues, media.seconds ?? 0)
	return (
		<>
			<FileButton size="tiny" accept=".vtt,.srt,text/vtt" onFile={(file) => void take(file)}>
				<Upload size={14} aria-hidden="true" />
				{words.upload}
			</FileButton>
			{cues.length > 0 ? (
				<Button
					size="tiny"
					onClick={() =>
						saveBlob(new Blob([writeCaptions(cues)], { type: 'text/vtt' }), `${item.author_name}.${locale}.vtt`)
					}
				>
					<Download size={14} aria-hidden="true" />
					{words.downloadCaptions}
				</Button>
			) : null}
			{row || draft.cues.length > 0 ? (
				<Button variant="quiet" size="tiny" onClick={() => setIsAsking(true)}>
					<Trash2 size={14} aria-hidden="true" />
					{words.deleteCaptions}
				</Button>
			) : null}
			{problem === '' ? null : (
				<p className="ui-error" role="alert">
					{problem}
				</p>
			)}
			<ConfirmDialog
				title={interpolate(words.deleteTitle, { language })}
				open={isAsking}
				onOpenChange={setIsAsking}
				confirm={words.deleteCaptions}
				dismiss={words.cancel}
				busy={remove.isPending}
				onConfirm={() => remove.mutate()}
			>
				<p>{remove.isError ? errorMessage(remove.error) : words.deleteText}</p>
			</ConfirmDialog>
		</>
	)
}

const useDeleteCaptions = (media: string, locale: string, onSuccess: () => void) => {
	const { client, space } = useInbox()
	const cache = useQueryClient()
	return useMutation({
		mutationFn: async () => {
			const body = { media_id: media, locale }
			throwIfError(await client.functions.invoke('captions', { method: 'DELETE', body }))
			await refetchQueries(cache, inboxKeys.captions(space.id))
		},
		onSuccess,
	})
}

type FileRefusal = { problem: CaptionProblem | 'not_utf8'; line: number }

const readCaptionFile = async (
	file: File,
): Promise<FileRefusal | Extract<ReturnType<typeof parseCaptions>, { cues: unknown }>> => {
	if (file.size > captionLimits.bytes) return { problem: 'too_large', line: 1 }
	try {
		return parseCaptions(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
	} catch {
		return { problem: 'not_utf8', line: 1 }
	}
}

const ofWholeFile: readonly FileRefusal['problem'][] = ['not_utf8', 'too_large', 'no_cues', 'too_many_cues']

const problemText = (words: InboxRecordingMessages, { problem, line }: FileRefusal): string =>
	ofWholeFile.includes(problem) ? words[problem] : interpolate(words.line, { line, problem: words[problem] })
