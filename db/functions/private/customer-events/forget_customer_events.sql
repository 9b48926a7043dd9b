-- Deletes the events of customers who were not asked after 30 days, and the others after the 90 days in which they are not asked again.
create or replace function private.forget_customer_events() returns void
language sql volatile set search_path = '' as $$
	delete from public.customer_events e
	where e.received_at < now() - interval '30 days' and (e.state in ('waiting', 'left_out') or e.received_at < now() - interval '90 days')
$$;
