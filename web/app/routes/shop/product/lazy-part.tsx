import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState, type ComponentType } from 'react';
import { FailedPart } from '~/components/feedback/failed-part';
import { Skeleton } from '~/components/feedback/skeleton';
import { useModule } from '~/lib/use-module';

/**
 * Makes a part of a page whose script is loaded only once the part is wanted, when its tab is opened for example. Until then the
 * server's HTML of it stands and can be read; React leaves it alone. (`Suspense` alone would replace it by its fallback whenever
 * the address changes.)
 * @param load imports the component; a constant function
 * @returns the part, which takes the component's properties and whether it is wanted
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const OnServer = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;

  function Live(props: Props & { isEmpty: boolean; onReady: () => void }) {
    const { isEmpty, onReady, ...own } = props;
    const { module: Part, hasFailed, isStuck, retry } = useModule(load);
    // Before the browser paints: the part would stand beside the server's HTML of it.
    useLayoutEffect(() => {
      if (Part) onReady();
    }, [Part, onReady]);
    if (Part) return <Part {...(own as unknown as Props)} />;
    if (hasFailed)
      return (
        <FailedPart onRetry={retry} isStuck={isStuck}>
          Không tải được phần này.
        </FailedPart>
      );
    return isEmpty ? <Skeleton className="h-64 w-full" /> : null;
  }

  return function LazyPart({ isWanted, ...props }: Props & { isWanted: boolean }) {
    const own = props as unknown as Props;
    const kept = useRef<HTMLDivElement>(null);
    const [isEmpty, setEmpty] = useState(false);
    const [isReady, setReady] = useState(false);
    // A page that came by navigation has no HTML from the server.
    useEffect(() => setEmpty(kept.current?.innerHTML === ''), []);
    if (typeof window === 'undefined') {
      return (
        <div>
          <Suspense>
            <OnServer {...own} />
          </Suspense>
        </div>
      );
    }
    return (
      <>
        {!isReady && <div ref={kept} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />}
        {isWanted && <Live {...own} isEmpty={isEmpty} onReady={() => setReady(true)} />}
      </>
    );
  };
}
