// The bytes of the module: fetched, or from a script where the page was opened as a file.
declare global {
  var halfspaceModules: Record<string, string> | undefined;
}

/** The module that does what this one refused, as docs/wasm.md says. */
export const otherModule = (refusal: string): string | null => /load (halfspace-\w+\.wasm)/.exec(refusal)?.[1] ?? null;

export async function loadModule(name: string): Promise<ArrayBuffer> {
  if (location.protocol === 'file:') return fromScript(name);
  const answer = await fetch(`./${name}`);
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

async function fromScript(name: string): Promise<ArrayBuffer> {
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `./${name}.js`;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${name}.js cannot be read`));
    document.head.append(script);
  });
  const text = atob(globalThis.halfspaceModules?.[name] ?? '');
  return Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer;
}
