// @ts-check
import { WebSocketServer } from 'ws';

/*
 * The measure that the chat is compared with: the same library with nothing on it. Whoever connects is let in, and what
 * one says is passed on to everyone at the same path, in the contract's shape. Nothing is checked or stored.
 */

/** @type {Map<string, Set<import('ws').WebSocket>>} */
const rooms = new Map();
let id = 0;

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, handleProtocols: () => 'jwt' });

server.on('connection', (socket, { url = '' }) => {
  const room = rooms.get(url) ?? new Set();
  rooms.set(url, room.add(socket));
  socket.on('message', (/** @type {Buffer} */ data) => {
    const frame = /** @type {object} */ (JSON.parse(data.toString()));
    const text = JSON.stringify({ id: ++id, created_at: new Date().toISOString(), ...frame });
    for (const listener of room) listener.send(text);
  });
  socket.on('close', () => room.delete(socket));
});

server.on('listening', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
});
process.on('disconnect', () => process.exit(0));
