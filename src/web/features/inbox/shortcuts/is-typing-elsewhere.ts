/** Shortcuts are off while a field, dialog, menu or popover has the focus. */
export const isTypingElsewhere = (event: KeyboardEvent): boolean => {
	const at = event.target
	if (event.defaultPrevented || event.isComposing || !(at instanceof HTMLElement)) return true
	if (at.isContentEditable || at.matches('textarea, select, [role="combobox"]')) return true
	if (at instanceof HTMLInputElement && at.type !== 'checkbox') return true
	return document.querySelector('[role="dialog"], [role="menu"], [role="alertdialog"]') !== null
}
