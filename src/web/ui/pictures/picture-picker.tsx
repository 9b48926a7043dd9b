import { type ReactNode, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import './picture-picker.css'

const maxUnresizedBytes = 2_000_000
const sizeLimit = { bytes: 10_000_000, side: 1024 }

/** A large picture is resized before upload; one that cannot be is sent unchanged. */
const resizeIfLarge = async (file: File): Promise<File> => {
	if (file.size <= maxUnresizedBytes || !/^image\/(jpeg|png|webp)$/.test(file.type)) return file
	return import('./resize-picture.ts')
		.then(({ resizePicture: fitPicture }) => fitPicture(file, sizeLimit))
		.catch(() => file)
}

/** A picture with buttons to choose and remove it. `picture` shows the current one. */
export function PicturePicker({
	picture,
	hasPicture,
	choose,
	help,
	error,
	busy,
	onChoose,
	onRemove,
}: {
	picture: ReactNode
	hasPicture: boolean
	/** Label of the button. */
	choose: string
	help: string
	error?: string
	busy: boolean
	onChoose: (file: File) => void
	onRemove: () => void
}) {
	const input = useRef<HTMLInputElement>(null)
	return (
		<div className="ui-picture">
			{picture}
			<div className="ui-picture-side">
				<div className="ui-picture-buttons">
					<Button busy={busy} onClick={() => input.current?.click()}>
						{choose}
					</Button>
					{hasPicture ? (
						<Button variant="quiet" disabled={busy} onClick={onRemove}>
							Remove
						</Button>
					) : null}
				</div>
				<p className={error ? 'ui-error' : 'ui-help'} aria-live="polite">
					{error ?? help}
				</p>
				<input
					ref={input}
					hidden
					type="file"
					accept="image/jpeg,image/png,image/webp"
					aria-label={choose}
					onChange={(event) => {
						const file = event.target.files?.[0]
						event.target.value = ''
						if (file) resizeIfLarge(file).then(onChoose)
					}}
				/>
			</div>
		</div>
	)
}
