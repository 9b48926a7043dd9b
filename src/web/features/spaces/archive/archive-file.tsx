import { PackageOpen } from 'lucide-react'
import type { ArchiveImportRow } from '#shared/rows.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatSize } from '#web/lib/format/format.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { DropArea, FileButton } from '#web/ui/files/choose-file.tsx'
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
	const isBusy = sending.isPending || row?.state === 'reading' || row?.state === 'loading'
	const take = (file: File) => isBusy || onChoose(file)
	const file = sending.isPending ? sending.variables : undefined
	const isStopped = (sending.error as Error | null)?.name === 'AbortError'
	return (
		<>
			<DropArea onFile={take}>
				<PackageOpen size={22} strokeWidth={1.5} aria-hidden="true" />
				<div className="ui-drop-text">
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
					<FileButton
						variant={row ? 'plain' : 'primary'}
						field={{ label: 'Archive' }}
						accept=".zip,application/zip"
						onFile={take}
					>
						{row ? 'Another file' : 'Choose a file'}
					</FileButton>
				)}
			</DropArea>
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
