-- A saved view may name verification, consent, reply and company.
alter table public.saved_views drop constraint saved_views_filter_check,
	add constraint saved_views_filter_check check (
		octet_length(filter::text) <= 4096 and jsonb_typeof(filter) = 'object' and jsonb_typeof(filter -> 'view') is not distinct from 'string'
		and filter - '{view,forms,kinds,ratings,tag,assigned,langs,from,to,basis,consent,replied,company,q,sort}'::text[] = '{}'
	);
