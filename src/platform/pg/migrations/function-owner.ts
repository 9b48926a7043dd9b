const head =
	/^create (?:or replace )?function (?<name>(?:private|public)\.\w+)\((?<parameters>.*?)\)\s+(?:returns (?<result>\w+)|language )/ms

/**
 * Adds the owner that the file of a function leaves out. In the schemas `private` and `public`, `product_door` owns the functions that run with
 * their owner's rights, and those that only it calls: they are granted to no role, and are no triggers.
 */
export function withOwner(text: string): string {
	const { name, parameters = '', result = '' } = head.exec(text)?.groups ?? {}
	if (!name || /^alter function .* owner to /m.test(text)) return text
	const grants = text.search(/^(?:grant|revoke) /m)
	const isForOwner = grants < 0 && !result.endsWith('trigger')
	if (!isForOwner && !/\bsecurity definer\b/.test(text)) return text
	const statement = `alter function ${name}(${typesIn(parameters)}) owner to product_door;\n`
	return grants < 0 ? `${text}\n${statement}` : text.slice(0, grants) + statement + text.slice(grants)
}

/** The types of the parameters that a call gives, which tell apart functions of one name. */
function typesIn(parameters: string): string {
	return parameters
		.split(',')
		.map((parameter) => parameter.trim())
		.filter((parameter) => parameter !== '' && !parameter.startsWith('out '))
		.map((parameter) => parameter.replace(/ default .*/s, '').replace(/^\S+ /, ''))
		.join(', ')
}
