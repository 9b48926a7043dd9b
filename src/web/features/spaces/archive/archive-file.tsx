import { PackageOpen } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import type { ArchiveImportRow } from '#shared/archive-import.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatSize } from '#web/lib/format/format.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Progress } from '#web/ui/notices/empty-state.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import type { useSendArchive } from './use-archive.ts'

/** The file that was brought, or the place to choose one; its upload while it runs. */
export function ArchiveFile({
	row,
	sending,
	onChoose,
}: {
	row: ArchiveImportRow | null | undefined
	sending: ReturnType<typeof useSendArchive>
	onChoose: (file: File) => void
}) {
	const field = useRef<HTMLInputElement>(null)
	const [isOver, setOver] = useState(false)
	const isBusy = sending.isPending || row?.state === 'reading' || row?.state === 'loading'
	const take = (file: File | undefined) => file && !isBusy && onChoose(file)
	const drop = (event: DragEvent) => {
		event.preventDefault()
		setOver(false)
		take(event.dataTransfer.files[0])
	}
	const file = sending.isPending ? sending.variables : undefined
	const isStopped = (sending.error as Error | null)?.name === 'AbortError'
	return (
		<>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same */}
			<div
				className={classNames('archive-drop', isOver && 'archive-drop-over')}
				onDragOver={(event) => {
					event.preventDefault()
					setOver(true)
				}}
				onDragLeave={() => setOver(false)}
				onDrop={drop}
			>
				<PackageOpen size={22} strokeWidth={1.5} aria-hidden="true" />
				<div className="archive-file">
					<p>
						<strong>
							<bdi>{file?.name ?? (row ? (row.file_name ?? 'Your archive') : 'Drop the ZIP file here')}</bdi>
						</strong>
					</p>
					<p className="ui-small ui-quiet">
						{file
							? 'Being sent. Keep this page open.'
							: row
								? describeArchive(row)
								: 'It is made under Space, Export, or by plaudit export.'}
					</p>
				</div>
				{sending.isPending ? (
					<Button onClick={sending.stop}>Stop</Button>
				) : isBusy ? null : (
					<Button variant={row ? 'plain' : 'primary'} onClick={() => field.current?.click()}>
						{row ? 'Another file' : 'Choose a file'}
					</Button>
				)}
				<input
					ref={field}
					hidden
					type="file"
					aria-label="Archive"
					accept=".zip,application/zip"
					onChange={({ target }) => {
						take(target.files?.[0])
						target.value = ''
					}}
				/>
			</div>
			{file ? (
				<div className="archive-bar">
					<Progress value={sending.sent} max={Math.max(1, file.size)} label="Sending" />
					<p>
						<span>Sending</span>
						<span className="ui-quiet">
							{formatSize(sending.sent)} of {formatSize(file.size)}
						</span>
					</p>
				</div>
			) : null}
			{sending.error && !isStopped ? <Notice isError>{errorMessage(sending.error)}</Notice> : null}
		</>
	)
}

function describeArchive({ file_bytes, about }: ArchiveImportRow): string {
	const { made_at, plaudit, site_url } = about
	const made = made_at ? `, made on ${formatDate(made_at)} by Plaudit ${plaudit}` : ''
	return `${formatSize(file_bytes)}${made}${site_url ? ` at ${site_url}` : ''}`
}
