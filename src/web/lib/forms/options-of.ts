/** The options of a choice in the order of their labels. A value that is a whole number would come first. */
export const optionsOf = <Value extends string>(labels: Record<Value, string>): { value: Value; label: string }[] =>
	(Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }))
