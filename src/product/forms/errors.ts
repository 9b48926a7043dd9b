import { AppError } from '#platform/http/response/app-error.ts'

export function formNotFound(): AppError {
	return new AppError(404, 'form_not_found', 'This form does not exist or is closed.')
}
