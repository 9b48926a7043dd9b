import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import './choose-file.css'

type FileButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'ref'> & {
	/** File types, as `accept` of a field has them. */
	accept: string
	/** Name of the field behind the button, or the id of an element that names it. */
	field?: { label: string } | { labelledBy: string }
	onFile: (file: File) => void
}

/** A button that opens the browser's file dialog. The same file can be chosen again. */
export function FileButton({ accept, field = { label: '' }, onFile, ...button }: FileButtonProps) {
	const input = useRef<HTMLInputElement>(null)
	return (
		<>
			<Button {...button} onClick={() => input.current?.click()} />
			<input
				ref={input}
				hidden
				type="file"
				accept={accept}
				aria-label={('label' in field && field.label) || undefined}
				aria-labelledby={'labelledBy' in field ? field.labelledBy : undefined}
				onChange={({ target }) => {
					const [file] = target.files ?? []
					target.value = ''
					if (file) onFile(file)
				}}
			/>
		</>
	)
}

/**
 * A frame that takes a dropped file, around an icon, a `ui-drop-text` and the button that does the same. `bare` has no frame until a file is
 * over it.
 */
export function DropArea({
	onFile,
	bare = false,
	children,
}: {
	onFile: (file: File) => void
	bare?: boolean
	children: ReactNode
}) {
	const [isOver, setOver] = useState(false)
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same
		<div
			className={classNames(bare ? 'ui-drop-bare' : 'ui-drop', isOver && 'ui-drop-over')}
			onDragOver={(event) => {
				event.preventDefault()
				setOver(true)
			}}
			onDragLeave={() => setOver(false)}
			onDrop={(event) => {
				event.preventDefault()
				setOver(false)
				const [file] = event.dataTransfer.files
				if (file) onFile(file)
			}}
		>
			{children}
		</div>
	)
}
