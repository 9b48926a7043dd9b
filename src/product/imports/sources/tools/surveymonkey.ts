import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'surveymonkey',
	name: 'SurveyMonkey',
	confirmedBy: 'public files and programs',
	marks: [['respondent id', 'collector id', 'start date', 'end date']],
	columns: {
		'respondent id': 'id',
		'end date': 'submitted_at',
		'email address': 'email',
		'first name': 'name',
		'last name': 'name',
	},
	leftOut: ['collector id', 'start date', 'ip address', 'custom data *', 'date created', 'date modified'],
	dateOrder: 'mdy',
}
