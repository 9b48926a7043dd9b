/** File types for the browser's dialog. A file of another name is read all the same when it is dropped. */
export const acceptedFiles = [
	...[
		'.csv',
		'.tsv',
		'.txt',
		'.json',
		'.jsonl',
		'.zip',
		'.xlsx',
		'.xls',
		'.ods',
		'.html',
		'.htm',
		'.xml',
		'.yaml',
		'.yml',
	],
	...['text/csv', 'text/tab-separated-values', 'text/plain', 'application/json', 'application/zip'],
].join(',')
